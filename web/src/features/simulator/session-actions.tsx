import type { OwnSession } from '@app/backend-client/backend'
import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { maskText } from '#api/errors/mask-secrets.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { forgetAccount } from '#api/simulator/own-account.ts'
import { ownBackend, pickUpSession, useOwnSession } from '#api/simulator/own-session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { userId: string; children?: ReactNode }

/** What can be done with the session that the simulator holds in place of the extension; `children` come last. */
export function SessionActions({ userId, children }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const session = useOwnSession()
  const { run, running, failure } = useAction<'pickUp' | 'renew' | 'forget'>()
  const isUsable = session !== null && !session.isEnded

  async function forget() {
    await ownBackend()
      .forgetSession()
      .finally(() => forgetAccount(client, userId))
    toasts.show({ title: t('simulator.session.forgotten') })
  }

  async function renew() {
    await ownBackend().renewSession()
    toasts.show({ title: t('simulator.session.renewed'), tone: 'positive' })
  }

  return (
    <div className="contents">
      {failure && (
        <div className="lg:order-last lg:col-span-2">
          <FailureNotice
            failure={{
              title: t('simulator.session.failed'),
              text: userMessage(t, failure.error, 'simulator.session.tryAgain'),
            }}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-1">
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
        {children}
      </div>
      {isUsable && <Facts session={session} />}
    </div>
  )
}

function Facts({ session }: { session: OwnSession }) {
  const { t, date } = useTranslation()

  return (
    <p className="text-xs break-words text-ink-soft tabular lg:col-span-2">
      {t('simulator.session.signedInAs', { email: session.email })}{' '}
      {t('simulator.session.token', {
        token: maskText(session.accessToken),
        time: date(new Date(session.expiresAt), { timeStyle: 'short' }),
      })}
    </p>
  )
}
