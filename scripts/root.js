import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, and a folder in it that may be deleted at any time. */
export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = join(root, '.cache')

/** The folders of the workspaces. */
export const parts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces

mkdirSync(cache, { recursive: true })
