/** One event with its delivery attempts. */
export type Delivery = {
  /** The same for every attempt, so that receivers detect duplicates. */
  guid: string
  clientId: string
  event: string
  action: string | null
  payload: string
  happenedAt: number
  installationId: number | null
  repositoryId: number | null
  /** Oldest first; none while it is held. */
  attempts: Attempt[]
}

export type Attempt = {
  id: number
  at: number
  durationMs: number
  /** 0: no response. */
  statusCode: number
  /** As in GitHub's log: OK, or the error. */
  status: string
  url: string
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
  responseBody: string
}
