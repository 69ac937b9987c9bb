/** The URLs of the product's parts, without a trailing slash. */
export type Addresses = {
  siteUrl: string
  apiUrl: string
  builderUrl: string
  githubApiUrl: string
  githubWebUrl: string
  githubArchivesUrl: string
}

export type Config = Addresses & {
  siteName: string
  /** Public: it identifies the project, but gives no access. */
  publishableKey: string
  version: string
}

declare const __CONFIG__: Config

/** Fixed when the extension is built. It contains no secrets. */
export const config: Config = __CONFIG__
