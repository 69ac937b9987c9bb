import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In `dist` the folder is beside the bundle; in the source it is two folders above this file. */
export function platformSql(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = ['../sql', '../../sql'].map((path) => join(here, path)).find(existsSync)
  if (!found) throw new Error('The SQL files of the platform are missing')

  return found
}
