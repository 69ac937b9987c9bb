/** Where scripts read which part works. */
export const STATUS_PATH = '/status.json'

/** What visitors know as one thing. */
export type StatusPart = 'accounts' | 'projects' | 'mail' | 'files' | 'github' | 'payments'

/** `slow`: it works late or in part. */
export type PartState = 'working' | 'slow' | 'down'

export type StatusReply = {
  checkedAt: string
  /** Parts that this installation does not have are left out. */
  parts: { part: StatusPart; state: PartState }[]
}
