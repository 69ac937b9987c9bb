import type { PublicConfig } from '@app/contract/public-config'
import type { PlatformConfig } from '@app/platform/config/platform-config.ts'
import type { GithubAppConfig } from './github-app.ts'
import type { NewsletterConfig } from './newsletter.ts'

export type Config = PlatformConfig & {
  seed: 'demo' | 'none'
  /** Set by the start script: when it goes, we go. */
  stopsWithStdin: boolean
  /** Development only: open pages reload themselves after a restart. */
  liveReload: boolean
  /** Development only: the stand-ins' clock, by which we go too. */
  clockFile: string | null
  /** Who is an admin from the sign-in on that follows the confirmation of this address. */
  adminEmails: string[]
  newsletter: NewsletterConfig | null
  githubApp: GithubAppConfig
  /** Which services are played, as the start script tells us: name and the address of its pages. */
  standins: { name: string; url: string }[]
  public: PublicConfig
}
