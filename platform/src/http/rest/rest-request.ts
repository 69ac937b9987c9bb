/** A request as the data API sees it, wherever it was mounted. */
export type RestRequest = {
  method: string
  /** Whom it comes from, as far as proxies are trusted. */
  clientAddress: string
  /** The beginning of every address, without a slash at its end. */
  mountedAt: string
  /** Below the mount, beginning with a slash, still encoded. */
  path: string
  queryString: string
  header(name: string): string | undefined
  /** All but the cookies, by lower-case name. */
  headers(): Record<string, string>
  body(): Promise<Buffer>
}

export type Answer = {
  status: number
  /** A name may come several times. */
  headers: [name: string, value: string][]
  body: string | Buffer | null
}
