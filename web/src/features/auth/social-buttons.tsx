import { Button } from '@app/ui/button.tsx'
import { PROVIDER_NAMES, type Provider } from '#api/sign-in/sign-in.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { ProviderMark } from './provider-marks.tsx'

const PROVIDERS: Provider[] = ['github', 'google']

type Props = {
  /** 'Login with {provider}' or 'Register with {provider}'. */
  label: MessageKey
  /** Whatever is going on on this page; nothing else can be begun meanwhile. */
  running: string | null
  onChoose: (provider: Provider) => void
}

export function SocialButtons({ label, running, onChoose }: Props) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-3">
      {PROVIDERS.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          isBusy={running === provider}
          disabled={running !== null}
          busyText={t('auth.connecting')}
          onClick={() => onChoose(provider)}
        >
          <ProviderMark provider={provider} />
          {t(label, { provider: PROVIDER_NAMES[provider] })}
        </Button>
      ))}
      <p className="flex items-center gap-4 pt-2 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.orEmail')}
      </p>
    </div>
  )
}
