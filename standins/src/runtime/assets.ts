/// <reference path="./text-files.d.ts" />
import { extname } from 'node:path'
import { Hono } from 'hono'
import look from './look.css?raw'
import mark from './mark.svg?raw'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The common style sheet and a stand-in's own files, under `_control`: no real service uses that prefix. */
export function assets(files: Record<string, string> = {}): Hono {
  const app = new Hono()
  for (const [name, text] of Object.entries({ 'look.css': look, 'mark.svg': mark, ...files })) {
    app.get(`/${name}`, (c) =>
      c.body(text, 200, {
        'content-type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      }),
    )
  }

  return app
}
