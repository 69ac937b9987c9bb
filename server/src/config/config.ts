import type { PublicConfig } from '@app/contract/public-config'
import type { PlatformConfig } from '@app/platform/config/platform-config.ts'
import type { ExtensionConfig } from './extension.ts'
import type { GithubAppConfig } from './github-app.ts'
import type { LemonSqueezyConfig } from './lemon-squeezy.ts'
import type { NewsletterConfig } from './newsletter.ts'

export type Config = PlatformConfig & {
  seed: 'demo' | 'none'
  /** Set by the start script: the server stops when the script ends. */
  stopsWithStdin: boolean
  /** Development only: who renders the pages instead of the built web app, set by `npm run dev`. */
  devRendererUrl: string | null
  /** Development only: the stand-ins' clock, which the server uses too. */
  clockFile: string | null
  /** Addresses whose accounts become admins at the first sign-in after confirmation. */
  adminEmails: string[]
  /** Dangerous actions of admins need an account with a second factor. */
  adminRequiresFactor: boolean
  /** Where weaknesses are reported: a mailto or https address. */
  securityContact: string
  extension: ExtensionConfig
  newsletter: NewsletterConfig | null
  githubApp: GithubAppConfig
  /** Used where `providers.githubStandby` is set. */
  githubStandbyApp: GithubAppConfig
  lemonSqueezy: LemonSqueezyConfig
  /** After which a private import gives up, if the search for secrets did not stop itself. */
  secretSearchLimitMs: number
  /** The running stand-ins, as the start script names them: name and address. */
  standins: { name: string; url: string }[]
  public: PublicConfig
  /** What production can start without, but hardly means to. One log line each. */
  warnings: string[]
}
