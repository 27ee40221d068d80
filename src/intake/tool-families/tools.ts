/** The package's entry `larder/tools`. */
export {
  appToolFamilySchemas,
  type RowRefusalCode,
  type ToolFamilyRow,
  type ToolFamilySchemas,
  type UnsupportedRow,
} from './app-tool-family-schemas.ts';
export { type FamilyRefusalCode, ToolFamilyError } from './refusal.ts';
export type { Issue, Judgement, RowValidator } from './row-validator.ts';
export type { RowMembers, ToolFamilyApi, ToolListing } from './tool-family-api.ts';
