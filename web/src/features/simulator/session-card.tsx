import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { maskText } from '#api/errors/mask-secrets.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { forgetAccount } from '#api/simulator/own-account.ts'
import {
  forgetSession,
  type OwnSession,
  pickUpSession,
  renewSession,
  useOwnSession,
} from '#api/simulator/own-session.ts'
import { deviceName } from '#browser/device-name.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The session that the simulator holds in place of the extension. */
export function SessionCard({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const session = useOwnSession()
  const { run, running, failure } = useAction<'pickUp' | 'renew' | 'forget'>()
  const isUsable = session !== null && !session.isEnded

  async function forget() {
    await forgetSession().finally(() => forgetAccount(client, userId))
    toasts.show({ title: t('simulator.session.forgotten') })
  }

  async function renew() {
    await renewSession()
    toasts.show({ title: t('simulator.session.renewed'), tone: 'positive' })
  }

  return (
    <Card title={t('simulator.session.title')} lead={t('simulator.session.lead')}>
      <div className="grid gap-4 lg:flex lg:flex-wrap lg:items-end lg:justify-between">
        {failure && (
          <FailureNotice
            failure={{
              title: t('simulator.session.failed'),
              text: userMessage(t, failure.error, 'simulator.session.tryAgain'),
            }}
          />
        )}
        {session?.isEnded && <Notice tone="notice">{t('simulator.session.ended')}</Notice>}
        {isUsable && <Facts session={session} />}
        <div className="flex flex-wrap gap-3">
          {isUsable ? (
            <Button
              variant="secondary"
              size="sm"
              isBusy={running === 'renew'}
              onClick={() => run('renew', renew)}
            >
              {t('simulator.session.renew')}
            </Button>
          ) : (
            <Button
              size="sm"
              isBusy={running === 'pickUp'}
              onClick={() => run('pickUp', pickUpSession)}
            >
              {t('simulator.session.pickUp')}
            </Button>
          )}
          {session && (
            <Button
              variant="quiet"
              size="sm"
              isBusy={running === 'forget'}
              onClick={() => run('forget', forget)}
            >
              {t('simulator.session.forget')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

function Facts({ session }: { session: OwnSession }) {
  const { t, date } = useTranslation()
  const device = deviceName(navigator.userAgent)

  return (
    <div className="grid gap-1 text-sm">
      <p className="font-medium">
        {device ? t('simulator.session.device', device) : t('simulator.session.unknownDevice')}
      </p>
      <p className="text-ink-soft">{t('simulator.session.signedInAs', { email: session.email })}</p>
      <p className="text-ink-soft tabular">
        {t('simulator.session.token', {
          token: maskText(session.accessToken),
          time: date(new Date(session.expiresAt), { timeStyle: 'short' }),
        })}
      </p>
      <p className="mt-2 text-ink-soft">
        {t('simulator.session.oneMoreDevice')}{' '}
        <Link
          to={paths.security}
          className="rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          {t('simulator.session.security')}
        </Link>
      </p>
    </div>
  )
}
