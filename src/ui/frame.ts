import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';

/** A whole document: no scripts, one style sheet inside, so that a policy of `default-src 'none'` holds. */
export function renderFrame(title: string, main: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="ard" href=".well-known/ard.json">
${STYLE}
</head>
<body>
<header><a class="brand" href="./">Larder</a><nav><a href="docs">API</a> <a href="openapi.json">OpenAPI</a> <a href="catalogs">Catalogs</a> <a href="sources">Sources</a></nav></header>
${main}
</body>
</html>
`;
  return page.text;
}
