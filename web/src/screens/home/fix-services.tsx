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
    <section id={anchors.fixServices} className="border-t border-line bg-surface py-7 md:py-12">
      <div className="page-edge grid items-center gap-6 lg:grid-cols-[1.08fr_1fr] lg:gap-16">
        <div>
          <h2 className="text-title font-semibold">{t('home.fix.title')}</h2>
          <p className="mt-2 max-w-prose text-ink-soft md:mt-4 md:text-lg">{t('home.fix.lead')}</p>
          <a
            href={`mailto:${supportEmail}?subject=${subject}`}
            className={`${buttonClasses('secondary')} mt-5 md:mt-6`}
          >
            {t('home.fix.action')}
          </a>
        </div>
        <div className="border-line md:rounded-lg md:border md:bg-canvas md:p-5">
          <ul className="grid gap-2.5 md:gap-4">
            <Symptom text={t('home.fix.build')} />
            <Symptom text={t('home.fix.sign')} />
            <Symptom text={t('home.fix.deploy')} />
          </ul>
          <p className="mt-4 border-t border-line pt-4 text-sm md:mt-5 md:pt-5 text-ink-soft">
            {t('home.fix.terms')}
          </p>
        </div>
      </div>
    </section>
  )
}

function Symptom({ text }: { text: string }) {
  return (
    <li className="flex items-start gap-3 max-md:text-sm">
      <WarningIcon className="mt-0.5 size-5 flex-none text-notice" />
      {text}
    </li>
  )
}
