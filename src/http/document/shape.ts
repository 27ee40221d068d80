import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';

const COMPONENT = '#/components/schemas/';
/** The generator ends the name of a schema that was met on the way in like this. */
const INPUT = 'Input';

/** Marks an operation whose body may be missing, which the generator cannot say. */
export const MAY_LACK_BODY = 'x-may-lack-body';

/**
 * Gives a generated document the form that a person would write: each error answer is a reference to the one
 * in `components.responses`, no schema stands there unused, and none is called `…Input` where one name is enough.
 */
export function shapeDocument(document: JsonObject, errors: ReadonlyMap<string, string>): JsonObject {
  const folded = replaceResponses(document, errors);
  const schemas = schemasOf(folded);
  const used = new Map<string, Json>();
  collectUsed({ ...folded, components: { ...objectOf(folded.components), schemas: {} } }, schemas, used);
  const names = new Map([...used.keys()].map((name) => [name, plainName(name, used)] as const));
  const shaped = Object.fromEntries([...used].map(([name, schema]) => [names.get(name) ?? name, schema]));
  const components = { ...objectOf(folded.components), schemas: shaped };
  return objectOf(rename({ ...folded, components }, names));
}

/** The plain name, unless an output schema of that name differs. */
function plainName(name: string, used: ReadonlyMap<string, Json>): string {
  if (!name.endsWith(INPUT)) return name;
  const plain = name.slice(0, -INPUT.length);
  const output = used.get(plain);
  return output === undefined || JSON.stringify(output) === JSON.stringify(used.get(name)) ? plain : name;
}

function replaceResponses(document: JsonObject, errors: ReadonlyMap<string, string>): JsonObject {
  const schemas = schemasOf(document);
  const paths = mapMembers(document.paths, (item) =>
    mapMembers(item, (operation) => ({
      ...withBodyMarked(objectOf(operation)),
      responses: mapMembers(objectOf(operation).responses, (response, status) => {
        const name = errors.get(status);
        return name === undefined
          ? describeResponse(response, schemas)
          : { $ref: `#/components/responses/${name}` };
      }),
    })),
  );
  return { ...document, paths };
}

function withBodyMarked({ [MAY_LACK_BODY]: mayLack, ...operation }: JsonObject): JsonObject {
  if (mayLack !== true) return operation;
  return { ...operation, requestBody: { ...objectOf(operation.requestBody), required: false } };
}

/** An answer is described where its schema is. */
function describeResponse(response: Json, schemas: JsonObject): Json {
  const content = Object.values(objectOf(objectOf(response).content))[0];
  const schema = objectOf(objectOf(content).schema);
  const target =
    typeof schema.$ref === 'string' ? objectOf(schemas[schema.$ref.slice(COMPONENT.length)]) : schema;
  return {
    ...objectOf(response),
    ...(typeof target.description === 'string' ? { description: target.description } : {}),
  };
}

function collectUsed(value: Json, schemas: JsonObject, used: Map<string, Json>): void {
  if (Array.isArray(value)) for (const item of value) collectUsed(item, schemas, used);
  else if (isJsonObject(value)) {
    const target =
      typeof value.$ref === 'string' && value.$ref.startsWith(COMPONENT) ? value.$ref : undefined;
    const name = target?.slice(COMPONENT.length);
    if (name !== undefined && !used.has(name)) {
      const schema = schemas[name];
      if (schema === undefined) throw new Error(`the document refers to ${target}, which is not there`);
      used.set(name, schema);
      collectUsed(schema, schemas, used);
    }
    for (const member of Object.values(value)) collectUsed(member, schemas, used);
  }
}

function rename(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (!isJsonObject(value)) return value;
  return mapMembers(value, (member, name) => {
    const target = name === '$ref' && typeof member === 'string' ? member : '';
    const plain = target.startsWith(COMPONENT) ? names.get(target.slice(COMPONENT.length)) : undefined;
    return plain === undefined ? rename(member, names) : `${COMPONENT}${plain}`;
  });
}

function schemasOf(document: JsonObject): JsonObject {
  return objectOf(objectOf(document.components).schemas);
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function mapMembers(value: Json | undefined, map: (member: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(objectOf(value)).map(([name, member]) => [name, map(member, name)]),
  );
}
