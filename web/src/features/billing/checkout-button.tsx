import type { Plan } from '@app/contract/public-content'
import { Button } from '@app/ui/button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { billingMessage } from './billing-message.ts'

type Props = { plan: Plan; hint: string; children: ReactNode }

/** Links to the provider's page for paying the plan. A refusal is shown below the button. */
export function CheckoutButton({ plan, hint, children }: Props) {
  const { t } = useTranslation()
  const { run, running, failure } = useAction<'checkout'>()
  const hintId = useId()

  const start = () =>
    run('checkout', async ({ stayBusy }) => {
      // Most readers of plans buy none, so this code is downloaded on click.
      const { createCheckout } = await import('#api/billing/billing-actions.ts')
      location.assign(await createCheckout(plan.id))
      stayBusy()
    })

  return (
    <div className="mt-6">
      <Button
        isBusy={running !== null}
        aria-describedby={hintId}
        onClick={() => void start()}
        className="w-full"
      >
        {children}
      </Button>
      <p
        id={hintId}
        role={failure ? 'alert' : undefined}
        className={`mt-2 min-h-11 text-sm ${failure ? 'text-danger' : 'text-ink-soft'}`}
      >
        {failure ? billingMessage(t, failure.error, 'subscription.failed.checkout') : hint}
      </p>
    </div>
  )
}
