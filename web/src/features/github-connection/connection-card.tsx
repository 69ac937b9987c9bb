import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useState } from 'react'
import { githubMessage } from '#api/github/github-message.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { ConnectionDetails } from './connection-details.tsx'
import { HealthBadge } from './health-badge.tsx'
import { HealthText } from './health-text.tsx'
import { useConnecting } from './use-connecting.ts'
import type { Connection } from './use-connection.ts'

const DisconnectDialog = onDemand(
  async () => (await import('./disconnect-dialog.tsx')).DisconnectDialog,
)

/** Connect, install, disconnect, and the connection's health. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const { health, integration, isPending } = connection
  const [isLeaving, setLeaving] = useState(false)

  return (
    <Card
      title={t('github.connection.title')}
      lead={t('github.connection.lead')}
      action={!isPending && <HealthBadge health={health} />}
      footer={
        !isPending &&
        integration && <Actions connection={connection} onLeave={() => setLeaving(true)} />
      }
    >
      {isPending ? (
        <UnsizedPlaceholder>
          <Skeleton className="h-52 w-full sm:h-28" />
        </UnsizedPlaceholder>
      ) : (
        <div className="grid gap-5">
          <HealthText connection={connection} />
          {integration && (
            <ConnectionDetails integration={integration} isUsable={health === 'healthy'} />
          )}
          <WayIn connection={connection} />
        </div>
      )}
      {isLeaving && (
        <DisconnectDialog
          username={integration?.github_username ?? ''}
          onClose={() => setLeaving(false)}
        />
      )}
    </Card>
  )
}

/** The next necessary action, if there is one. */
function WayIn({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const { health } = connection
  const { connect, install, isConnecting, isInstalling, failure, hasNoInstallPage } = useConnecting(
    paths.github,
  )

  return (
    <>
      {(health === 'none' || health === 'reconnect') && (
        <div>
          <Button
            onClick={connect}
            isBusy={isConnecting}
            busyText={t('github.connection.connecting')}
          >
            {t(health === 'none' ? 'github.connection.connect' : 'github.connection.connectAgain')}
          </Button>
        </div>
      )}
      {health === 'not-installed' && (
        <div>
          <Button onClick={install} isBusy={isInstalling}>
            {t('github.connection.install')}
          </Button>
        </div>
      )}
      {connection.suspension?.by && connection.suspension.url && (
        <div>
          <a href={connection.suspension.url} className={buttonClasses('primary')}>
            {t('github.connection.openSuspended')}
          </a>
        </div>
      )}
      {failure && (
        <FailureNotice
          failure={{ title: t('github.connection.connectFailed'), text: githubMessage(t, failure) }}
        />
      )}
      {hasNoInstallPage && <Notice tone="plain">{t('github.connection.noInstallPage')}</Notice>}
    </>
  )
}

function Actions({ connection, onLeave }: { connection: Connection; onLeave: () => void }) {
  const { t } = useTranslation()
  const { install, isInstalling } = useConnecting(paths.github)

  return (
    <>
      <Button variant="quiet" size="sm" onClick={connection.check} isBusy={connection.isChecking}>
        {t('github.connection.check')}
      </Button>
      {connection.health !== 'not-installed' && (
        <Button variant="secondary" size="sm" onClick={install} isBusy={isInstalling}>
          {t('github.connection.manage')}
        </Button>
      )}
      <Button variant="secondary" size="sm" onClick={onLeave}>
        {t('githubSettings.disconnect')}
      </Button>
    </>
  )
}
