import type { Suspension } from '@app/contract/github-token'
import { GithubError } from '#api/github/github-error.ts'
import { githubMessage } from '#api/github/github-message.ts'
import { HelpLink } from '#i18n/help-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import type { Connection } from './use-connection.ts'

/** Sections of the troubleshooting guide. */
const EXPLAINED: Partial<Record<NonNullable<Connection['health']>, string>> = {
  reconnect: 'reconnect',
  'not-installed': 'app-not-installed',
  suspended: 'app-suspended',
  limited: 'rate-limit',
}

/** The connection's problem and its solution; nothing if it is healthy. */
export function HealthText({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const text = useHealthText(connection)
  const { rateError, health } = connection
  const place = health && EXPLAINED[health]

  return (
    <div className="grid max-w-prose gap-1 text-sm text-ink-soft empty:hidden">
      {text && <p>{text}</p>}
      {rateError instanceof GithubError && <p>{githubMessage(t, rateError)}</p>}
      {place && (
        <p>
          <HelpLink place={place} />
        </p>
      )}
    </div>
  )
}

function useHealthText({ health, error, resetsAt, suspension }: Connection): string | null {
  const { t, date } = useTranslation()
  const time = resetsAt ? date(resetsAt, { timeStyle: 'short' }) : ''

  if (error) return githubMessage(t, error)
  switch (health) {
    case 'none':
      return t('github.connection.noneText')
    case 'reconnect':
      return t('github.connection.reconnectText')
    case 'not-installed':
      return t('github.connection.notInstalledText')
    case 'suspended':
      return suspension && suspensionText(t, suspension)
    case 'limited':
      return t('github.connection.limitedText', { time })
    case 'unreachable':
      return t('github.connection.unreachableText')
    default:
      return null
  }
}

/** Who can give the app its access back. */
const suspensionText = (t: Translator['t'], { account, by }: Suspension): string =>
  by
    ? t('github.connection.suspendedByPerson', { by, account: account ?? by })
    : t('github.connection.suspendedByGithub')
