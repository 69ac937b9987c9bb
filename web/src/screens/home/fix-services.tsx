import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon } from '@app/ui/icons.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { SignalFlag } from '#features/site/signal-flag.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'

export function FixServices() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()
  const subject = encodeURIComponent(t('home.fix.subject'))

  return (
    <section id={anchors.fixServices} className="border-t border-line bg-surface py-16 md:py-24">
      <div className="page-edge grid items-center gap-10 lg:grid-cols-[1.08fr_1fr] lg:gap-16">
        <div>
          <h2 className="text-title font-semibold">{t('home.fix.title')}</h2>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">{t('home.fix.lead')}</p>
          <a
            href={`mailto:${supportEmail}?subject=${subject}`}
            className={`${buttonClasses('secondary')} mt-8`}
          >
            {t('home.fix.action')}
          </a>
        </div>
        <div className="rounded-lg border border-line bg-canvas p-6 md:p-8">
          <SignalFlag signal="W" meaning={t('home.fix.flag')} />
          <ul className="mt-6 grid gap-4">
            <Trouble words={t('home.fix.build')} />
            <Trouble words={t('home.fix.sign')} />
            <Trouble words={t('home.fix.deploy')} />
          </ul>
          <p className="mt-6 border-t border-line pt-5 text-sm text-ink-soft">
            {t('home.fix.terms')}
          </p>
        </div>
      </div>
    </section>
  )
}

function Trouble({ words }: { words: string }) {
  return (
    <li className="flex items-start gap-3">
      <CheckIcon className="mt-0.5 size-5 flex-none text-ink-faint" />
      {words}
    </li>
  )
}
