import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon } from '@app/ui/icons.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { extensionQuery } from '#api/extension-query.ts'
import { integrationQuery } from '#api/github/integration.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The first three steps, for members without a project. */
export function NextStep() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()
  const hasExtension = Boolean(useQuery(extensionQuery).data)
  const isConnected = Boolean(useQuery(integrationQuery).data)

  return (
    <div>
      <p className="font-semibold">{t('dashboard.nextStep.title')}</p>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">{t('dashboard.nextStep.text')}</p>
      <ol className="mt-5 grid gap-4">
        <Step number={1} isDone={hasExtension} text={t('dashboard.nextStep.extension')}>
          <a href={links.store} className={buttonClasses('primary', 'sm')}>
            {t('common.addToChrome')}
          </a>
        </Step>
        <Step number={2} isDone={isConnected} text={t('dashboard.nextStep.connect')}>
          <Link to={paths.github} className={buttonClasses('secondary', 'sm')}>
            {t('github.connection.connect')}
          </Link>
        </Step>
        <Step number={3} isDone={false} text={t('dashboard.nextStep.push')}>
          <a href={links.docs} className={buttonClasses('secondary', 'sm')}>
            {t('footer.docs')}
          </a>
        </Step>
      </ol>
    </div>
  )
}

function Step(props: { number: number; isDone: boolean; text: string; children: React.ReactNode }) {
  const { t } = useTranslation()

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="grid size-8 flex-none place-items-center rounded-full bg-accent-tint text-sm font-semibold text-accent">
        {props.isDone ? <CheckIcon className="size-4" /> : props.number}
      </span>
      <span className="flex-1 basis-40">{props.text}</span>
      {props.isDone ? (
        <span className="text-sm text-positive">{t('dashboard.nextStep.done')}</span>
      ) : (
        props.children
      )}
    </li>
  )
}
