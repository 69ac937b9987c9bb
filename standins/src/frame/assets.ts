/// <reference path="./text-files.d.ts" />
import { Hono } from 'hono'
import look from './look.css?raw'
import mark from './mark.svg?raw'

const asFile = (type: string) => ({
  'content-type': type,
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
})

export const styleSheet = asFile('text/css; charset=utf-8')
export const script = asFile('text/javascript; charset=utf-8')
const svg = asFile('image/svg+xml')

/** The common look lives under `_control`, the one prefix that no real service uses. */
export const assets = () =>
  new Hono()
    .get('/look.css', (c) => c.body(look, 200, styleSheet))
    .get('/mark.svg', (c) => c.body(mark, 200, svg))
