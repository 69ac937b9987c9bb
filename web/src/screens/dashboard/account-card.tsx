import { Badge } from '@app/ui/badge.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { currentSubscriptionQuery, type Subscription } from '#api/billing/subscription.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { extensionQuery } from '#api/extension/extension-query.ts'
import { useMember } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { planName } from '#features/billing/plan-name.ts'
import { badgeOf, shownState, stateText } from '#features/billing/subscription-state.ts'
import { extensionLine } from '#features/extension/extension-line.ts'
import { InstallButton } from '#features/github-connection/connect-button.tsx'
import { HealthBadge } from '#features/github-connection/health-badge.tsx'
import { HealthText } from '#features/github-connection/health-text.tsx'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The connection, the plan and the extension. A missing connection is shown in the list of projects. */
export function AccountCard() {
  const { t } = useTranslation()

  return (
    <Card title={t('dashboard.account')}>
      <div className="grid divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        <ConnectionPart />
        <PlanPart />
        <ExtensionPart />
      </div>
    </Card>
  )
}

function ConnectionPart() {
  const { t } = useTranslation()
  const connection = useConnection()
  const { isPending, health, integration } = connection
  if (isPending) return <PartSkeleton />
  if (health === 'none') return null

  return (
    <Part
      title={integration ? `@${integration.github_username}` : t('dashboard.github.title')}
      badge={<HealthBadge health={health} />}
      action={
        health === 'not-installed' ? (
          <InstallButton size="sm" />
        ) : (
          <Link to={paths.github} className={buttonClasses('secondary', 'sm')}>
            {t('dashboard.github.manage')}
          </Link>
        )
      }
    >
      <HealthText connection={connection} />
    </Part>
  )
}

function PlanPart() {
  const { t } = useTranslation()
  const subscription = useQuery(currentSubscriptionQuery(useMember().id))

  if (subscription.isPending) return <PartSkeleton />
  if (subscription.isError) {
    return (
      <LoadFailed
        title={t('dashboard.plan.failed')}
        text={userMessage(t, subscription.error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={subscription.refetch}
      />
    )
  }
  return <Plan subscription={subscription.data} />
}

function Plan({ subscription }: { subscription: Subscription | null }) {
  const translator = useTranslation()
  const { t } = translator
  const state = shownState(subscription)
  const { words, tone } = badgeOf(state)
  const isOver = state === 'none' || state === 'ended'
  // The list of projects offers to connect, which comes first.
  const isConnected = useConnection().health !== 'none'

  return (
    <Part
      title={planName(t, subscription ? (subscription.plan?.name ?? null) : 'Free')}
      badge={subscription && <Badge tone={tone}>{t(words)}</Badge>}
      action={
        isOver ? (
          <Link
            to={paths.upgrade}
            className={buttonClasses(isConnected ? 'primary' : 'secondary', 'sm')}
          >
            {t('dashboard.plan.upgrade')}
          </Link>
        ) : (
          <Link to={paths.billing} className={buttonClasses('secondary', 'sm')}>
            {t('dashboard.plan.manage')}
          </Link>
        )
      }
    >
      <p className="text-sm text-ink-soft">{stateText(translator, subscription)}</p>
    </Part>
  )
}

/** In one line: its details are in the development settings. */
function ExtensionPart() {
  const translation = useTranslation()
  const extension = useQuery(extensionQuery)

  return (
    <div className="grid gap-1">
      <h3 className="font-medium">{translation.t('dashboard.extension.title')}</h3>
      <p className="text-sm text-ink-soft">{extensionLine(translation, extension)}</p>
      {extension.data === null && (
        <Link
          to={paths.welcome}
          className="inline-flex min-h-6 items-center justify-self-start text-sm font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {translation.t('dashboard.extension.add')}
        </Link>
      )}
    </div>
  )
}

type PartProps = { title: string; badge: ReactNode; action: ReactNode; children: ReactNode }

function Part({ title, badge, action, children }: PartProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 truncate font-medium">{title}</h3>
        {badge}
      </div>
      {children}
      <div>{action}</div>
    </div>
  )
}

const PartSkeleton = () => <Skeleton className="h-24 w-full" />
