import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { extensionQuery } from '#api/extension/extension-query.ts'
import { integrationQuery } from '#api/github/integration.ts'
import { isReadyToPush } from '#api/github/is-connected.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { extensionLine } from '#features/extension/extension-line.ts'
import { FirstStepsList, useStepsProgress } from '#features/extension/first-steps-list.tsx'
import { doneSteps, rememberedDone } from '#features/extension/onboarding.ts'
import { ConnectButton, InstallButton } from '#features/github-connection/connect-button.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What is done elsewhere, in the extension or on GitHub, shows when the member comes back to this tab. */
const TICKS_ITSELF = { refetchOnWindowFocus: 'always' } as const

/** The one path for members without a project. */
export function FirstSteps() {
  const translation = useTranslation()
  const { t } = translation
  const { links } = usePublicConfig()
  const extension = useQuery(extensionQuery)
  const { data: integration } = useQuery({ ...integrationQuery, ...TICKS_ITSELF })
  const [told] = useState(rememberedDone)
  const done = doneSteps(extension.data ?? null, { told, isConnected: isReadyToPush(integration) })
  const isHalfConnected = Boolean(integration?.access_token) && !done.includes('connect')
  const below = (text: string) => <p className="mt-0.5 text-sm text-ink-soft">{text}</p>

  return (
    <Card title={t('firstSteps.title')} lead={useStepsProgress(done)}>
      <FirstStepsList
        done={done}
        parts={{
          add: {
            actions: (variant) => (
              <a href={links.store} className={buttonClasses(variant, 'sm')}>
                {t('common.addToChrome')}
              </a>
            ),
            below: done.includes('add') && below(extensionLine(translation, extension)),
          },
          connect: {
            actions: (variant) =>
              isHalfConnected ? (
                <InstallButton size="sm" variant={variant} />
              ) : (
                <ConnectButton size="sm" variant={variant} />
              ),
            below: isHalfConnected && below(t('dashboard.firstSteps.installText')),
          },
        }}
      />
    </Card>
  )
}
