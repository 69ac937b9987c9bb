import { meaningOf } from '@app/contract/subscription-states'
import { Button } from '@app/ui/button.tsx'
import { IconButton } from '@app/ui/icon-button.tsx'
import { CloseIcon, WarningIcon } from '@app/ui/icons.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import type { Subscription } from '#api/billing/subscription.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { billingMessage } from './billing-message.ts'
import { SUBJECT } from './subscription-state.ts'
import { useOpenPortal } from './use-open-portal.ts'

type Props = { subscription: Subscription; onDismiss: () => void }

/** A failed payment, on top of every member page, with a link to the solution. */
export function PaymentBanner({ subscription, onDismiss }: Props) {
  const { t } = useTranslation()
  const openPortal = useOpenPortal()
  const { run, running } = useAction<'card'>()
  const isUnpaid = meaningOf(subscription.status).access === 'no'

  const open = () =>
    run('card', async ({ stayBusy }) => {
      try {
        await openPortal(subscription, 'payment_method')
        stayBusy()
      } catch (error) {
        toasts.show({
          title: billingMessage(t, error, 'subscription.failed.portal'),
          tone: 'danger',
          subject: SUBJECT,
        })
      }
    })

  return (
    <div role="status" className="border-b border-notice/40 bg-notice-tint">
      <div className="page-edge flex items-center gap-x-3 py-2 text-sm">
        <WarningIcon className="size-5 flex-none text-notice max-sm:hidden" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-48 flex-1">
            {t(isUnpaid ? 'subscription.banner.unpaid' : 'subscription.banner.past_due')}
          </p>
          <Button
            variant="secondary"
            size="sm"
            isBusy={running !== null}
            onClick={() => void open()}
          >
            {t('subscription.banner.update')}
          </Button>
        </div>
        <IconButton label={t('subscription.banner.dismiss')} onClick={onDismiss}>
          <CloseIcon className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}
