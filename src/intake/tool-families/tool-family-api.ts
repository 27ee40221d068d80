import { z } from 'zod';
import { EFFECTS, type Effect, type SchemaInput } from '../../forage/operation.ts';
import { isStandardSchema } from '../../forage/parse-operation.ts';
import { isJsonObject } from '../../model/entry.ts';
import { printable } from '../../model/quote.ts';
import { pointerTo } from '../manifest/pointer.ts';
import { MAX_NAME_LENGTH } from './bounds.ts';
import { ToolFamilyError } from './refusal.ts';

/** An App that has tools of its own: how they are listed, and how any one of them is called. */
export interface ToolFamilyApi {
  readonly family: string;
  readonly listing: ToolListing;
  readonly call: {
    readonly method: string;
    readonly effect: Effect;
    readonly requirements: readonly string[];
  };
}

export type ToolListing = {
  /** The method whose reply lists the tools. */
  readonly method: string;
  /** What the App has signed that this method gives. */
  readonly output: SchemaInput;
} & (
  | {
      /** JSON Pointer to the array of rows in the reply; the empty string where the reply is that array. */
      readonly rows: string;
      readonly row: RowMembers;
    }
  /** An unindexed listing has no tools. */
  | { readonly rows?: undefined; readonly row?: RowMembers | undefined }
);

/** Which members of a row say what. All others select the tool, and mean something to the App alone. */
export interface RowMembers {
  readonly name: string;
  readonly description?: string | undefined;
  /** The member that has the JSON Schema of the input. */
  readonly input: string;
  /** The member that has the JSON Schema of the output, where rows have one. */
  readonly output?: string | undefined;
}

const NAME = z.string().min(1).max(MAX_NAME_LENGTH);
/** Requirements of one call, each as long as a name. */
const MAX_REQUIREMENTS = 256;

const ROW = z
  .strictObject({ name: NAME, description: NAME.optional(), input: NAME, output: NAME.optional() })
  .refine(
    (row) => new Set(Object.values(row)).size === Object.values(row).length,
    'each of name, description, input and output is a member of its own',
  );

const API = z.strictObject({
  family: NAME,
  listing: z
    .strictObject({
      method: NAME,
      output: z.custom<SchemaInput>(
        (value) => isStandardSchema(value) || isJsonObject(value),
        'expected a JSON Schema object or a Standard Schema',
      ),
      rows: z
        .string()
        .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'expected a JSON Pointer to the array of rows, such as /tools')
        .optional(),
      row: ROW.optional(),
    })
    .refine((listing) => listing.rows === undefined || listing.row !== undefined, {
      path: ['row'],
      error: 'expected the members of a row, because the listing has rows',
    }),
  call: z.strictObject({
    method: NAME,
    effect: z.enum(EFFECTS),
    requirements: z.array(NAME).max(MAX_REQUIREMENTS),
  }),
});

/** Checks what the host says of an App. Errors: `ToolFamilyError` `api-shape`. */
export function parseToolFamilyApi(api: ToolFamilyApi): z.infer<typeof API> {
  const parsed = API.safeParse(api);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const pointer = pointerTo('', ...(issue?.path ?? []).map(String));
  const where = pointer === '' ? 'the API' : pointer;
  throw new ToolFamilyError(
    'api-shape',
    pointer,
    `The description of a tool family is wrong at ${printable(where)}: ${printable(issue?.message ?? '')}.`,
  );
}
