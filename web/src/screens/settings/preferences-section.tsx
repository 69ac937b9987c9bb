import { LANGUAGE_NAMES, LANGUAGES } from '@app/contract/languages'
import { Card } from '@app/ui/card.tsx'
import { ChoiceGroup } from '@app/ui/choice-group.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { subscriptionStatusQuery } from '#api/billing/subscription-status.ts'
import { useMember } from '#api/session/session.ts'
import { chooseTheme, chosenTheme, type ThemeChoice } from '#browser/theme.ts'
import { ProLock } from '#features/billing/pro-lock.tsx'
import { EarlyAccessCard } from '#features/profile/early-access-card.tsx'
import { WithProfile } from '#features/profile/with-profile.tsx'
import { useChooseLanguage } from '#features/site/use-choose-language.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** Appearance and language of the application. The URLs of appearance and language scroll to their cards. */
export function PreferencesSection() {
  return (
    <>
      <Place tab="appearance">
        <AppearanceCard />
      </Place>
      <Place tab="language">
        <LanguageCard />
      </Place>
      <EarlyAccess />
    </>
  )
}

function Place({ tab, children }: { tab: string; children: ReactNode }) {
  const [parameters] = useSearchParams()
  const place = useRef<HTMLDivElement>(null)
  const isMeant = parameters.get('tab') === tab

  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isMeant])

  return (
    <div ref={place} className="scroll-mt-24">
      {children}
    </div>
  )
}

function EarlyAccess() {
  const { t } = useTranslation()
  const { data: status } = useQuery(subscriptionStatusQuery(useMember().id))
  const isPro = status === undefined ? null : status?.subscription_status === 'active'
  const lock = (
    <ProLock name={t('settings.preferences.switch')} text={t('settings.preferences.proOnly')} />
  )

  return (
    <WithProfile>
      {(profile) => <EarlyAccessCard profile={profile} isPro={isPro} lock={lock} />}
    </WithProfile>
  )
}

const WORDS: Record<ThemeChoice, MessageKey> = {
  system: 'settings.appearance.system',
  light: 'settings.appearance.light',
  dark: 'settings.appearance.dark',
}

const CHOICES = ['system', 'light', 'dark'] as const

function AppearanceCard() {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(chosenTheme)

  return (
    <Card title={t('settings.appearance.title')} lead={t('settings.appearance.lead')}>
      <ChoiceGroup
        label={t('settings.appearance.choice')}
        name="theme"
        choices={CHOICES.map((value) => ({ value, label: t(WORDS[value]) }))}
        value={choice}
        onChange={(next) => {
          chooseTheme(next)
          setChoice(next)
        }}
      />
    </Card>
  )
}

function LanguageCard() {
  const { t, language } = useTranslation()
  const chooseLanguage = useChooseLanguage()

  return (
    <Card title={t('settings.language.title')} lead={t('settings.language.lead')}>
      <ChoiceGroup
        label={t('settings.language.choice')}
        name="language"
        choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(next) => void chooseLanguage(next)}
      />
    </Card>
  )
}
