import { isJsonObject, type Json, type JsonObject } from '../model/entry.ts';
import { renderFrame } from './frame.ts';
import { type Html, html } from './html.ts';

/** An OpenAPI document as a page to read: operations with parameters, bodies and answers, then the schemas. */
export function renderDocumentation(document: unknown): string {
  const root = objectOf(document);
  const info = objectOf(root.info);
  const components = objectOf(root.components);
  return renderFrame(
    `${textOf(info.title)} - API`,
    html`<main>
<h1>${textOf(info.title)} ${textOf(info.version)}</h1>
<p>${textOf(info.description)}</p>
<p class="note">OpenAPI ${textOf(root.openapi)}; the machine-readable form is <a href="openapi.json">openapi.json</a>.</p>
${listOf(root.tags).map((tag) => renderTag(objectOf(tag), root))}
<h2 id="responses">Error answers</h2>
<table>${Object.entries(objectOf(components.responses)).map(renderErrorAnswer)}</table>
<h2 id="schemas">Schemas</h2>
${Object.entries(objectOf(components.schemas)).map(
  ([name, schema]) =>
    html`<details id="schema-${name}"><summary><code>${name}</code></summary>${renderSchema(schema)}</details>`,
)}
</main>`,
  );
}

function renderTag(tag: JsonObject, root: JsonObject): Html {
  const name = textOf(tag.name);
  const operations = Object.entries(objectOf(root.paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item))
      .filter(([, operation]) => listOf(objectOf(operation).tags).includes(name))
      .map(([method, operation]) => renderOperation(method, path, objectOf(operation))),
  );
  return html`<h2>${name}</h2><p class="note">${textOf(tag.description)}</p>${operations}`;
}

function renderOperation(method: string, path: string, operation: JsonObject): Html {
  const parameters = listOf(operation.parameters).map((parameter) => renderParameter(objectOf(parameter)));
  const needsKey = listOf(operation.security).every(
    (requirement) => Object.keys(objectOf(requirement)).length > 0,
  );
  return html`<details id="${textOf(operation.operationId)}">
<summary><span class="verb">${method.toUpperCase()}</span> <code>${path}</code> ${textOf(operation.summary)}</summary>
<p>${textOf(operation.description)}</p>
${needsKey ? html`<p class="note">Needs a key: <code>Authorization: Bearer …</code></p>` : ''}
${parameters.length === 0 ? '' : html`<h2>Parameters</h2><table>${parameters}</table>`}
${operation.requestBody === undefined ? '' : html`<h2>Body</h2>${renderContent(objectOf(operation.requestBody))}`}
<h2>Answers</h2><table>${Object.entries(objectOf(operation.responses)).map(renderAnswer)}</table>
</details>`;
}

function renderParameter(parameter: JsonObject): Html {
  const schema = objectOf(parameter.schema);
  return html`<tr><th><code>${textOf(parameter.name)}</code></th><td>${textOf(parameter.in)}, ${textOf(schema.type)}</td><td>${textOf(parameter.description) || textOf(schema.description)}</td></tr>`;
}

function renderAnswer([status, response]: [string, Json]): Html {
  const { $ref: reference } = objectOf(response);
  const shown =
    typeof reference === 'string'
      ? html`<a href="#responses">${reference.split('/').at(-1) ?? ''}</a>`
      : html`${textOf(objectOf(response).description)} ${renderContent(objectOf(response))}`;
  return html`<tr><th>${status}</th><td>${shown}</td></tr>`;
}

function renderErrorAnswer([name, response]: [string, Json]): Html {
  return html`<tr><th>${name}</th><td>${textOf(objectOf(response).description)}</td></tr>`;
}

function renderContent(holder: JsonObject): Html {
  return html`${Object.entries(objectOf(holder.content)).map(
    ([type, media]) => html`<div><code>${type}</code> ${renderSchema(objectOf(media).schema)}</div>`,
  )}`;
}

/** A reference as a link, anything else as the JSON that it is. */
function renderSchema(schema: Json | undefined): Html {
  const name = textOf(objectOf(schema).$ref).split('/').at(-1) ?? '';
  return name === ''
    ? html`<pre>${JSON.stringify(schema, undefined, 2) ?? ''}</pre>`
    : html`<a href="#schema-${name}">${name}</a>`;
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
