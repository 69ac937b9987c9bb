import { Button } from '@app/ui/button.tsx'
import { PROVIDER_NAMES, type Provider } from '#api/sign-in/sign-in.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

const PROVIDERS: Provider[] = ['github', 'google']

type Props = {
  /** 'Login with {provider}' or 'Register with {provider}'. */
  label: MessageKey
  /** The running action; no other can start until it ends. */
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

/** The providers' logos, as their rules for sign-in buttons require. */
function ProviderMark({ provider }: { provider: Provider }) {
  return provider === 'github' ? <GithubMark /> : <GoogleMark />
}

function GithubMark() {
  return (
    <svg viewBox="0 0 16 16" className="size-5 flex-none fill-current" aria-hidden="true">
      <path d="M8 0a8 8 0 0 0-2.53 15.59c.4.07.55-.17.55-.38v-1.49c-2.23.48-2.7-.95-2.7-.95-.36-.92-.89-1.17-.89-1.17-.73-.5.05-.49.05-.49.8.06 1.23.83 1.23.83.71 1.22 1.87.87 2.33.66.07-.52.28-.87.5-1.07-1.77-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82a7.6 7.6 0 0 1 4 0c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48v2.2c0 .21.15.46.55.38A8 8 0 0 0 8 0Z" />
    </svg>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 flex-none" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M22.5 12.27c0-.79-.07-1.54-.2-2.27H12v4.51h5.92a5.07 5.07 0 0 1-2.2 3.32v2.77h3.56c2.08-1.92 3.28-4.74 3.28-8.09Z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23Z"
      />
      <path fill="#fbbc05" d="M5.84 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86Z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.07l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38Z"
      />
    </svg>
  )
}
