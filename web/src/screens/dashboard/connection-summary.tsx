import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { ConnectButton, InstallButton } from '#features/github-connection/connect-button.tsx'
import { HealthBadge } from '#features/github-connection/health-badge.tsx'
import { HealthText } from '#features/github-connection/health-text.tsx'
import { useConnection } from '#features/github-connection/use-connection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** How the connection is doing; whatever is to be done about it is done in settings. */
export function ConnectionSummary() {
  const { t, number } = useTranslation()
  const connection = useConnection()
  const { isPending, health, integration, rate } = connection

  return (
    <Card
      title={t('dashboard.github.title')}
      action={!isPending && <HealthBadge health={health} />}
    >
      <div className="grid min-h-34 content-between gap-4">
        {isPending ? (
          <Skeleton className="h-10 w-full" />
        ) : (
          <div className="grid gap-1 text-sm text-ink-soft">
            {integration && (
              <p className="font-medium text-ink">{`@${integration.github_username}`}</p>
            )}
            <HealthText connection={connection} />
            {health === 'healthy' && rate && (
              <p>
                {t('github.rate.left', {
                  remaining: number(rate.remaining),
                  limit: number(rate.limit),
                })}
              </p>
            )}
          </div>
        )}
        <div>
          {health === 'none' ? (
            <ConnectButton size="sm" />
          ) : health === 'not-installed' ? (
            <InstallButton size="sm" />
          ) : (
            <Link to={paths.github} className={buttonClasses('secondary', 'sm')}>
              {t('dashboard.github.manage')}
            </Link>
          )}
        </div>
      </div>
    </Card>
  )
}
