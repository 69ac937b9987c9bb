import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProjectConfig } from '#config/project-config.ts'
import type { FurtherSession } from '#db/migrate.ts'
import { StartError } from '#errors/start-error.ts'

const GENERATOR = '@supabase/postgrest-typegen'
/** Clients choose what they may ask by it. */
const POSTGREST_VERSION = '14.5'

type Generation = typeof import('@supabase/postgrest-typegen/generation')
type Introspection = typeof import('@supabase/postgrest-typegen/introspection')

/** TypeScript types of the exposed schemas, made by Supabase's own generator. */
export async function projectTypes(
  { config, file }: ProjectConfig,
  { client }: FurtherSession,
): Promise<string> {
  const from = join(dirname(file.folder), 'package.json')
  const { introspect } = await load<Introspection>(`${GENERATOR}/introspection`, from)
  const { generateTypescript, sortGeneratorMetadata } = await load<Generation>(
    `${GENERATOR}/generation`,
    from,
  )
  const includedSchemas = [...new Set(['public', ...config.rest.schemas])]
  const metadata = await introspect(oneByOne(client) as never, { includedSchemas })
  const types = await generateTypescript(sortGeneratorMetadata(metadata), {
    detectOneToOneRelationships: true,
    postgrestVersion: POSTGREST_VERSION,
  })

  return types.trimEnd()
}

/** The generator sends all its queries at once, for which it expects a pool. */
function oneByOne(client: FurtherSession['client']) {
  let last: Promise<unknown> = Promise.resolve()

  return {
    query: (text: string) => {
      const answer = last.then(() => client.query(text))
      last = answer.catch(() => {})
      return answer
    },
  }
}

/** The project's own copy, or the one beside this program. It is loaded by this command only. */
async function load<Module>(name: string, from: string): Promise<Module> {
  for (const base of [from, import.meta.url]) {
    const file = resolved(base, name)
    if (file) return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Module
  }

  throw new StartError(`types needs Supabase's generator: npm install --save-dev ${GENERATOR}`)
}

function resolved(base: string, name: string): string | null {
  try {
    return createRequire(base).resolve(name)
  } catch {
    return null
  }
}
