import { Button } from '@app/ui/button.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { githubMessage } from '#api/github/github-message.ts'
import { githubProfileQuery } from '#api/github/github-queries.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useConnecting } from './use-connecting.ts'
import type { Connection } from './use-connection.ts'

type Props = {
  integration: NonNullable<Connection['integration']>
  /** Whether calls to GitHub are possible. */
  isUsable: boolean
}

export function ConnectionDetails({ integration, isUsable }: Props) {
  const { t } = useTranslation()
  const { github } = usePublicConfig()
  const profile = useQuery({ ...githubProfileQuery, enabled: isUsable })
  const { github_username, installation_id, created_at, last_used_at } = integration

  return (
    <dl className="grid gap-4 text-sm sm:grid-cols-2">
      <Detail term={t('github.connection.account')}>
        <a
          href={profile.data?.html_url ?? `${github.webUrl}/${github_username}`}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {`@${github_username}`}
        </a>
        {profile.data?.name && ` · ${profile.data.name}`}
        {profile.isError && <p className="text-danger">{githubMessage(t, profile.error)}</p>}
      </Detail>
      {installation_id === null && (
        <Detail term={t('github.connection.installation')}>
          {t('github.connection.notInstalled')}
        </Detail>
      )}
      <Detail term={t('github.connection.since')}>
        <TimeAgo at={created_at} />
      </Detail>
      <Detail term={t('github.connection.ends')}>
        <End at={integration.refresh_token_expires_at} />
      </Detail>
      <Detail term={t('github.connection.lastUsed')}>
        {last_used_at ? <TimeAgo at={last_used_at} /> : t('github.connection.never')}
      </Detail>
    </dl>
  )
}

/** GitHub ends a connection after months without use, or after a time set by the account's owner. */
function End({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const { connect, isConnecting } = useConnecting(paths.github)

  if (!at) return t('github.connection.endless')
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <TimeAgo at={at} />
      <Button variant="quiet" size="sm" onClick={connect} isBusy={isConnecting}>
        {t('github.connection.renew')}
      </Button>
    </span>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
