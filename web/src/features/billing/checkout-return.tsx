import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon, InfoIcon } from '@app/ui/icons.tsx'
import { Spinner } from '@app/ui/spinner.tsx'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { planName } from './plan-name.ts'
import { useCheckoutReturn } from './use-checkout-return.ts'

/** For members who return from paying. The URL alone grants nothing: the server decides. */
export function CheckoutReturn() {
  const [parameters] = useSearchParams()
  const checkout = parameters.get('checkout')

  return checkout === 'success' || checkout === 'active' ? <Returned /> : null
}

function Returned() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const outcome = useCheckoutReturn()

  switch (outcome.kind) {
    case 'waiting':
      return (
        <Message sign={<Spinner className="size-6" />} text={t('subscription.returned.waiting')} />
      )
    case 'active':
      return (
        <Message
          sign={<CheckIcon className="size-6 text-positive" />}
          text={t('subscription.returned.active', { plan: planName(t, outcome.planName) })}
        >
          <Link to={paths.dashboard} className={buttonClasses('primary', 'sm')}>
            {t('subscription.returned.toDashboard')}
          </Link>
        </Message>
      )
    case 'late':
      return (
        <Message sign={<InfoIcon className="size-6" />} text={t('subscription.returned.late')}>
          <Button variant="secondary" size="sm" onClick={outcome.again}>
            {t('subscription.returned.again')}
          </Button>
        </Message>
      )
    case 'signed-out':
      return (
        <Message sign={<InfoIcon className="size-6" />} text={t('subscription.returned.signedOut')}>
          <Link
            to={paths.login}
            state={{ from: { pathname, search } }}
            className={buttonClasses('primary', 'sm')}
          >
            {t('subscription.returned.signIn')}
          </Link>
        </Message>
      )
    case 'none':
      return null
  }
}

function Message({
  sign,
  text,
  children,
}: {
  sign: ReactNode
  text: string
  children?: ReactNode
}) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line-strong bg-surface p-5 sm:p-6"
    >
      {sign}
      <p className="min-w-48 flex-1 font-medium">{text}</p>
      {children}
    </div>
  )
}
