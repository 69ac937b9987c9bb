import { quoteName } from './sql/identifiers.ts'

export type RequestFacts = {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  cookies: Readonly<Record<string, string>>
}

type Options = {
  schema: string
  extraSearchPath: readonly string[]
  roleSettings: Readonly<Record<string, string>>
  functionSettings: Readonly<Record<string, string>>
  timezone: string | undefined
  appSettings: Readonly<Record<string, string>>
}

/** What SQL may know of the request, for the time of one transaction. */
export function requestSettings(facts: RequestFacts, options: Options): Record<string, string> {
  const path = [options.schema, ...options.extraSearchPath].map(quoteName).join(', ')

  return {
    search_path: path,
    ...options.roleSettings,
    'request.method': facts.method,
    'request.path': facts.path,
    'request.headers': JSON.stringify(facts.headers),
    'request.cookies': JSON.stringify(facts.cookies),
    ...(options.timezone !== undefined && { timezone: options.timezone }),
    ...options.functionSettings,
    ...options.appSettings,
  }
}
