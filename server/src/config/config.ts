import type { PublicConfig } from '@app/contract/public-config'
import type { AuthConfig } from '@app/platform/config/auth.ts'
import type { MailConfig } from '@app/platform/config/mail.ts'
import type { MetricsConfig } from '@app/platform/config/metrics.ts'
import type { NewsletterConfig } from './newsletter.ts'
import type { ProvidersConfig } from '@app/platform/config/providers.ts'
import type { RestConfig } from '@app/platform/config/rest.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  siteUrl: string
  apiUrl: string
  dataDir: string
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** null: a key file in `dataDir`. */
  encryptionKeys: { id: string; bytes: Buffer }[] | null
  trustedProxies: string[]
  metrics: MetricsConfig
  /** How long a stopping server still accepts connections, so that balancers notice first. */
  drainDelayMs: number
  logLevel: string
  seed: 'demo' | 'none'
  /** Set by the start script: when it goes, we go. */
  stopsWithStdin: boolean
  /** Development only: open pages reload themselves after a restart. */
  liveReload: boolean
  /** Development only: the stand-ins' clock, by which we go too. */
  clockFile: string | null
  mail: MailConfig
  newsletter: NewsletterConfig | null
  rest: RestConfig
  auth: AuthConfig
  providers: ProvidersConfig
  /** Which services are played, as the start script tells us: name and the address of its pages. */
  standins: { name: string; url: string }[]
  public: PublicConfig
}
