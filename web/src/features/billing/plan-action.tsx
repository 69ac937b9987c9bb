import type { Plan } from '@app/contract/public-content'
import { meaningOf } from '@app/contract/subscription-states'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { isEnded, type Subscription } from '#api/billing/subscription.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { onDemand } from '#on-demand/on-demand.tsx'
import { CheckoutButton } from './checkout-button.tsx'
import { type CurrentPlan, isCurrent, isFree, subscriptionOf } from './current-plan.ts'
import { planWords } from './plan-words.ts'
import { stateText } from './subscription-state.ts'

const ChangePlanDialog = onDemand(
  async () => (await import('./change-plan-dialog.tsx')).ChangePlanDialog,
)

type Props = { plan: Plan; current: CurrentPlan; isChosen: boolean }

/** The available action for a plan, with one explaining sentence. Both keep their position, regardless of the visitor's state. */
export function PlanAction(props: Props) {
  const { plan, current } = props

  if (current.kind !== 'unknown') return <KnownAction {...props} />

  return (
    <>
      <div className="has-session:hidden">
        <KnownAction plan={plan} current={{ kind: 'visitor' }} isChosen={false} />
      </div>
      <div className="hidden has-session:block">
        <Place action={<Skeleton className="h-12 w-full rounded-md" />} />
      </div>
    </>
  )
}

function KnownAction({ plan, current, isChosen }: Props) {
  const translator = useTranslation()
  const { flags } = usePublicConfig()
  const { t } = translator
  const subscription = subscriptionOf(current)

  if (isCurrent(plan, current)) {
    return (
      <Place
        action={<Still>{t('pricing.yours')}</Still>}
        hint={subscription ? stateText(translator, subscription) : ''}
      />
    )
  }
  if (isFree(plan)) return <FreeAction current={current} />
  if (current.kind === 'failed') {
    return (
      <Place
        action={
          <Button variant="secondary" onClick={current.retry} className="w-full">
            {t('errorPage.tryAgain')}
          </Button>
        }
        hint={t('pricing.unknown')}
      />
    )
  }
  if (current.kind === 'visitor') return flags.SHOW_SIGN_IN && <SignInAction plan={plan} />
  if (plan.lemon_squeezy_id === null) {
    return <ClosedAction label={t('pricing.notForSale')} hint="" />
  }
  if (subscription && !isEnded(subscription)) {
    return <SwitchAction plan={plan} subscription={subscription} />
  }

  return (
    <CheckoutButton
      plan={plan}
      hint={isChosen ? t('pricing.chosenHint') : t('pricing.upgradeHint')}
    >
      {t('pricing.upgradeTo', { plan: planWords(t, plan).name })}
    </CheckoutButton>
  )
}

const SWITCHES: Partial<Record<string, MessageKey>> = {
  month: 'pricing.switchToMonth',
  year: 'pricing.switchToYear',
}

/** Members with a subscription change it. One with a problem is first fixed in the settings. */
function SwitchAction({ plan, subscription }: { plan: Plan; subscription: Subscription }) {
  const { t } = useTranslation()
  const [times, setTimes] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const label = SWITCHES[plan.interval ?? ''] ?? 'pricing.switchTo'

  if (meaningOf(subscription.status).change !== 'possible') {
    return (
      <Place
        action={
          <Link to={paths.billing} className={`${buttonClasses('secondary')} w-full text-center`}>
            {t('subscription.manage')}
          </Link>
        }
        hint={t('pricing.haveSubscription')}
      />
    )
  }

  return (
    <>
      <Place
        action={
          <Button
            variant="secondary"
            className="w-full"
            onPointerEnter={ChangePlanDialog.preload}
            onClick={() => {
              setTimes(times + 1)
              setOpen(true)
            }}
          >
            {t(label, { plan: planWords(t, plan).name })}
          </Button>
        }
        hint={t('pricing.otherIntervalHint')}
      />
      {isOpen && (
        <ChangePlanDialog
          key={times}
          subscription={subscription}
          planId={plan.id}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function FreeAction({ current }: { current: CurrentPlan }) {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  if (current.kind === 'pro') return <Place action={<Still>{t('pricing.partOfPro')}</Still>} />

  return (
    <Place
      action={
        <a href={links.store} className={`${buttonClasses('secondary')} w-full`}>
          {t('common.addToChrome')}
        </a>
      }
      hint={t('pricing.noAccount')}
    />
  )
}

/** The login redirects back to the chosen plan. */
function SignInAction({ plan }: { plan: Plan }) {
  const { t } = useTranslation()

  return (
    <Place
      action={
        <Link
          to={`${paths.login}?plan=${encodeURIComponent(plan.id)}`}
          className={`${buttonClasses('primary')} w-full text-center`}
        >
          {t('pricing.signInFor', { plan: planWords(t, plan).name })}
        </Link>
      }
      hint={t('pricing.signInHint')}
    />
  )
}

function ClosedAction({ label, hint }: { label: string; hint: string }) {
  const id = useId()

  return (
    <Place
      action={
        <Button disabled aria-describedby={id} className="w-full">
          {label}
        </Button>
      }
      hint={hint}
      hintId={id}
    />
  )
}

/** Shown in place of a button. */
function Still({ children }: { children: ReactNode }) {
  return (
    <p className="grid min-h-12 place-items-center rounded-md bg-accent-tint px-4 text-center font-medium text-accent">
      {children}
    </p>
  )
}

function Place({
  action,
  hint = '',
  hintId,
}: {
  action: ReactNode
  hint?: string
  hintId?: string
}) {
  return (
    <div className="mt-6">
      {action}
      <p id={hintId} className="mt-2 min-h-11 text-sm text-ink-soft">
        {hint}
      </p>
    </div>
  )
}
