import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migratedImage } from '@app/platform/db/image.ts'
import type { TestProject } from 'vitest/node'
import { furnish } from '#compose/furnish.ts'
import { CACHE_FOLDER, SQL_FOLDER } from './folders.ts'

export async function setup(project: TestProject) {
  const image = await migratedImage(SQL_FOLDER, CACHE_FOLDER, furnish)

  const scratch = mkdtempSync(join(CACHE_FOLDER, 'test-'))

  project.provide('database', { kind: 'embedded', image, scratch })
  return () => rmSync(scratch, { recursive: true, force: true })
}
