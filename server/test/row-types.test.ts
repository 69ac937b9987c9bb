import { theServer } from '@app/platform/db/database.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { expect, test } from 'vitest'

test('the row types in the contract are those of the database (npm run types writes them)', async () => {
  const db = await recycledDatabase()
  const client = { query: (text: string) => db.ask(theServer, { text, name: '' }) }

  const metadata = await introspect(client as never, { includedSchemas: ['public'] })
  const types = await generateTypescript(sortGeneratorMetadata(metadata), {
    postgrestVersion: '12',
  })

  await expect(types).toMatchFileSnapshot('../../contract/src/rows.ts')
})
