import type { Database } from '@app/contract/rows'
import { PostgrestClient } from '@supabase/postgrest-js'
import { readConfigScript } from '#config/config-script.ts'
import { authorizedFetch } from './authorized-fetch.ts'

/** The tables, views and functions of the product; its row policies decide who sees what. */
export const supabase = new PostgrestClient<Database>(`${readConfigScript().apiUrl}/rest/v1`, {
  fetch: authorizedFetch,
  // How often something is tried again is the query's business, not the wire's.
  retry: false,
})
