import type { TemporaryClone } from '@app/contract/private-import-replies'
import type { SourceFile } from '@app/sync/read-files'

export type StartOutcome =
  | { kind: 'started'; cloneId: string }
  /** `code` as the server answers it. */
  | { kind: 'refused'; code: string }

/** The panel's access to the server that makes and deletes copies. */
export type ImportService = {
  start: (fullName: string, branch: string | null) => Promise<StartOutcome>
  /** Continues although possible secrets would become public. */
  acceptSecrets: (cloneId: string) => Promise<void>
  remove: (cloneId: string) => Promise<void>
  /** Null if there is none. `serverNow` is the server's clock at the answer, where it can be read. */
  read: (cloneId: string) => Promise<{ clone: TemporaryClone; serverNow: number | null } | null>
  /** The import that runs at this moment, begun in any tab. */
  running: () => Promise<string | null>
  /** This browser deletes the copy, so it has to stay open until then. */
  isByBrowser?: boolean
  saveZip: (name: string, files: SourceFile[]) => Promise<void>
}
