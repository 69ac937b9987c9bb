import type { Trace } from '#log/trace.ts'

/** A request in the form that the data API uses, independent of where it is mounted. */
export type RestRequest = {
  method: string
  /** The client's address, as far as proxies are trusted. */
  clientAddress: string
  /** The base path, without a trailing slash. */
  mountedAt: string
  /** The path below the mount, with a leading slash, still encoded. */
  path: string
  queryString: string
  /** undefined: nothing is traced. */
  trace: Trace | undefined
  header(name: string): string | undefined
  /** All headers except cookies, by lower-case name. */
  headers(): Record<string, string>
  body(): Promise<Buffer>
}

export type Answer = {
  status: number
  /** A name may occur several times. */
  headers: [name: string, value: string][]
  body: string | Buffer | null
}
