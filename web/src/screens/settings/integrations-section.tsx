import { Badge } from '@app/ui/badge.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sessionsQuery } from '#api/sign-in/sessions.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { HealthBadge } from '#features/github-connection/health-badge.tsx'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Services connected to the account, with their status; details are elsewhere. */
export function IntegrationsSection() {
  const { t } = useTranslation()

  return (
    <Card title={t('settings.integrations.title')} lead={t('settings.integrations.lead')}>
      <ul className="divide-y divide-line">
        <Github />
        <Extension />
      </ul>
    </Card>
  )
}

function Github() {
  const { t } = useTranslation()
  const { health, isPending } = useConnection()

  return (
    <Service name={t('github.tab')} text={t('settings.integrations.github')}>
      {isPending ? <Skeleton className="h-6 w-24" /> : <HealthBadge health={health} />}
      <Link to={paths.github} className={buttonClasses('secondary', 'sm')}>
        {t('settings.integrations.manage')}
      </Link>
    </Service>
  )
}

function Extension() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()
  const sessions = useQuery(sessionsQuery)
  const isSignedIn = sessions.data?.some(({ kind }) => kind === 'extension')

  return (
    <Service
      name={t('settings.integrations.extension')}
      text={t('settings.integrations.extensionHint')}
    >
      {sessions.isPending ? (
        <Skeleton className="h-6 w-24" />
      ) : (
        <Badge tone={isSignedIn ? 'positive' : 'plain'}>
          {t(isSignedIn ? 'settings.integrations.signedIn' : 'settings.integrations.notSeen')}
        </Badge>
      )}
      {isSignedIn ? (
        <Link to="?tab=development" className={buttonClasses('secondary', 'sm')}>
          {t('settings.integrations.manage')}
        </Link>
      ) : (
        <a href={links.store} className={buttonClasses('secondary', 'sm')}>
          {t('common.addToChrome')}
        </a>
      )}
    </Service>
  )
}

function Service(props: { name: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-medium">{props.name}</p>
        <p className="text-sm text-ink-soft">{props.text}</p>
      </div>
      {/* The badge uses the free end of the line: it loads late and must not move the button. */}
      <div className="flex grow flex-wrap items-center justify-end gap-3 max-sm:flex-row-reverse">
        {props.children}
      </div>
    </li>
  )
}
