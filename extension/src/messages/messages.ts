// The messages between the parts of the extension. All of it is JSON: Chrome's messages carry nothing else.

/** From the script in the builder's page. The worker knows the tab by the sender. */
export type FromBuilder =
  | { kind: 'project'; id: string | null; name: string; importing: Importing | null }
  | { kind: 'activity' }
  | { kind: 'openPanel' }
  | { kind: 'exportHints' }

/** The repository that the builder imports, read from the page's URL. */
export type Importing = { owner: string; name: string; branch: string | null }

/** From the script in our site's pages. */
export type FromSite =
  | { kind: 'siteStatus' }
  | { kind: 'siteSession'; accessToken: string }
  | { kind: 'siteStep'; step: string }
  | { kind: 'siteConnect' }
  | { kind: 'sitePlans' }

/** Texts of the builder's menu items that are newer than this version. */
export type ExportHints = { download: string[]; export: string[] }

/** To the builder's tab. */
export type ToBuilder =
  /** The tab may show another project by now, and refuses then. */
  | { kind: 'capture'; nonce: string; project: string; mayAsk: boolean }
  | { kind: 'button'; button: ButtonState }

export type ButtonState = { label: string; state: string; tone: 'plain' | 'positive' | 'notice' }

/** On a port of its own for each capture, named `capture-{nonce}`. */
export type CaptureStep =
  /** The export button was not found, so the user has to press it. */
  | { kind: 'pressDownload' }
  | { kind: 'begin'; size: number }
  | { kind: 'piece'; base64: string }
  | { kind: 'end'; sha256: string }
  | { kind: 'failed'; reason: 'no_answer' | 'not_zip' | 'too_large' | 'moved_on' }

/** The answer to one piece of a ZIP file: it has been stored. */
export type PieceTaken = { kind: 'taken' }

/** To every open page of the extension: something that it may show has changed. */
export type ToPanels =
  | { kind: 'changed' }
  | { kind: 'capturing'; project: string; isAsked: boolean }

/** The largest ZIP that the engine reads. */
export const MOST_BYTES = 100_000_000

export const CAPTURE_PORT = 'capture-'
export const PANEL_PORT = 'panel'
export const PUSH_PORT = 'push-'
