import type { Database } from '@app/contract/rows'
import { PostgrestClient } from '@supabase/postgrest-js'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { readConfigScript } from '#config/config-script.ts'

let client: PostgrestClient<Database> | null = null

/** The product's tables, views and functions. Created at the first call, because pages are also rendered on the server. */
export function dataApi(): PostgrestClient<Database> {
  client ??= new PostgrestClient<Database>(`${readConfigScript().apiUrl}/rest/v1`, {
    fetch: authorizedFetch,
    // Each query decides how often it is retried.
    retry: false,
  })

  return client
}

/**
 * Escapes special characters of an `ilike` pattern. The data API treats every star as a wildcard, so a star can only match "any one
 * character".
 */
export const literalPattern = (words: string): string =>
  words.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')
