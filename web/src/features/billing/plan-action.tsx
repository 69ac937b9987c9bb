import type { Plan } from '@app/contract/public-content'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type CurrentPlan, isCurrent, isFree } from './current-plan.ts'
import { currentPlanText } from './current-plan-text.ts'
import { planWords } from './plan-words.ts'

type Props = { plan: Plan; current: CurrentPlan; isChosen: boolean }

/** What can be done about a plan, and one honest sentence about it. Both keep their place, whoever turns out to be here. */
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
  const { t } = translator

  if (isCurrent(plan, current)) {
    return (
      <Place
        action={<Still>{t('pricing.yours')}</Still>}
        hint={currentPlanText(translator, current)}
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
  if (current.kind === 'visitor') return <SignInAction plan={plan} />
  if (current.kind === 'pro') {
    return <ClosedAction label={t('pricing.havePro')} hint={t('pricing.otherIntervalHint')} />
  }

  return (
    <ClosedAction
      label={t('pricing.notOnSale')}
      hint={isChosen ? t('pricing.chosenHint') : t('pricing.notOnSaleHint')}
    />
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

/** The login leads back to the chosen plan. */
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

/** Stands where the others have a button. */
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
