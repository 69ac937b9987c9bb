import { buttonClasses } from '@app/ui/button-classes.ts'
import { WarningIcon } from '@app/ui/icons.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'

export function FixServices() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()
  const subject = encodeURIComponent(t('home.fix.subject'))

  return (
    <section id={anchors.fixServices} className="border-t border-line bg-surface py-12">
      <div className="page-edge grid items-center gap-8 lg:grid-cols-[1.08fr_1fr] lg:gap-16">
        <div>
          <h2 className="text-title font-semibold">{t('home.fix.title')}</h2>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">{t('home.fix.lead')}</p>
          <a
            href={`mailto:${supportEmail}?subject=${subject}`}
            className={`${buttonClasses('secondary')} mt-6`}
          >
            {t('home.fix.action')}
          </a>
        </div>
        <div className="rounded-lg border border-line bg-canvas p-5">
          <ul className="grid gap-4">
            <Symptom text={t('home.fix.build')} />
            <Symptom text={t('home.fix.sign')} />
            <Symptom text={t('home.fix.deploy')} />
          </ul>
          <p className="mt-5 border-t border-line pt-5 text-sm text-ink-soft">
            {t('home.fix.terms')}
          </p>
        </div>
      </div>
    </section>
  )
}

function Symptom({ text }: { text: string }) {
  return (
    <li className="flex items-start gap-3">
      <WarningIcon className="mt-0.5 size-5 flex-none text-notice" />
      {text}
    </li>
  )
}
