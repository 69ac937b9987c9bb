import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Schema } from '#db/sql-files.ts'
import { schema } from '#test/databases/folders.ts'

/** The tests' own migrations and more. */
export function folderWith(files: Record<string, string>): Schema {
  const migrations = mkdtempSync(join(tmpdir(), 'platform-sql-'))
  onTestFinished(() => rmSync(migrations, { recursive: true, force: true }))
  cpSync(schema.migrations ?? '', migrations, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(migrations, name), text)

  return { ...schema, migrations }
}
