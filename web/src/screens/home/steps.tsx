import type { ReactNode } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { Section } from './section.tsx'

/** Three harbours on one line, and a fourth for those who come back. */
export function Steps() {
  const { t } = useTranslation()

  return (
    <Section title={t('home.steps.title')} lead={t('home.steps.lead')}>
      <ol className="grid gap-10 md:grid-cols-4 md:gap-0">
        <Step mark="1" title={t('home.steps.add.title')} text={t('home.steps.add.text')} />
        <Step mark="2" title={t('home.steps.token.title')} text={t('home.steps.token.text')}>
          <a href={`#${anchors.tokenGuide}`} className="text-accent underline underline-offset-4">
            {t('home.steps.token.link')}
          </a>
        </Step>
        <Step mark="3" title={t('home.steps.push.title')} text={t('home.steps.push.text')} />
        <Step
          mark={t('home.steps.bonus')}
          title={t('home.steps.back.title')}
          text={t('home.steps.back.text')}
          isBonus
        />
      </ol>
    </Section>
  )
}

type StepProps = {
  mark: string
  title: string
  text: string
  isBonus?: boolean
  children?: ReactNode
}

function Step({ mark, title, text, isBonus = false, children }: StepProps) {
  return (
    <li className="relative pl-16 md:pt-16 md:pr-8 md:pl-0">
      {!isBonus && (
        <span className="absolute top-14 -bottom-8 left-[21px] border-l-2 border-dotted border-line-strong md:inset-x-14 md:top-[21px] md:bottom-auto md:left-14 md:-mr-10 md:border-t-2 md:border-l-0" />
      )}
      <span
        className={`absolute top-0 left-0 grid h-11 min-w-11 place-items-center rounded-full border-2 font-semibold tabular-nums ${isBonus ? 'max-md:text-xs md:px-4 border-dotted border-ink-faint text-ink-soft text-sm' : 'border-ink bg-surface'}`}
      >
        {mark}
      </span>
      <h3 className="text-lg font-semibold">{title}</h3>
      <p className="mt-1 text-ink-soft">{text}</p>
      {children && <p className="mt-2 text-sm">{children}</p>}
    </li>
  )
}
