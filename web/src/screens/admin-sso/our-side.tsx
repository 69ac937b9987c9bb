import type { SsoProvidersReply } from '@app/contract/admin-sso'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Card } from '@app/ui/card.tsx'
import { CopyButton } from '@app/ui/copy-button.tsx'
import type { ReactNode } from 'react'
import { saveFile } from '#browser/save-file.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = NonNullable<SsoProvidersReply['serviceProvider']>

/** What a company enters into its identity provider. */
export function OurSide({ entityId, acsUrl, certificates }: Props) {
  const { t } = useTranslation()

  return (
    <Card title={t('adminSso.ours.title')} lead={t('adminSso.ours.lead')}>
      <div className="grid gap-5">
        <Value
          name={t('adminSso.ours.entityId')}
          hint={t('adminSso.ours.entityIdHint')}
          value={entityId}
          copyText={t('adminSso.ours.copyEntityId')}
        >
          <a href={`${entityId}?download=true`} className={buttonClasses('secondary', 'sm')}>
            {t('adminSso.ours.metadata')}
          </a>
        </Value>
        <Value
          name={t('adminSso.ours.acs')}
          hint={t('adminSso.ours.acsHint')}
          value={acsUrl}
          copyText={t('adminSso.ours.copyAcs')}
        />
        {certificates.map((certificate, at) => (
          <Certificate key={certificate} pem={certificate} isNext={at > 0} />
        ))}
      </div>
    </Card>
  )
}

type ValueProps = {
  name: string
  hint: string
  value: string
  copyText: string
  children?: ReactNode
}

function Value({ name, hint, value, copyText, children }: ValueProps) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{name}</p>
      <code className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-all">
        {value}
      </code>
      <p className="text-sm text-ink-soft">{hint}</p>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={value} text={copyText} copiedText={t('adminSso.copied')} />
        {children}
      </div>
    </div>
  )
}

function Certificate({ pem, isNext }: { pem: string; isNext: boolean }) {
  const { t } = useTranslation()
  const name = t(isNext ? 'adminSso.ours.nextCertificate' : 'adminSso.ours.certificate')
  const file = isNext ? 'next-certificate.pem' : 'certificate.pem'
  const download = () => saveFile(new Blob([pem], { type: 'application/x-pem-file' }), file)

  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{name}</p>
      <p className="text-sm text-ink-soft">
        {t(isNext ? 'adminSso.ours.nextCertificateHint' : 'adminSso.ours.certificateHint')}
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton
          value={pem}
          text={t(isNext ? 'adminSso.ours.copyNext' : 'adminSso.ours.copyCertificate')}
          copiedText={t('adminSso.copied')}
        />
        <Button variant="secondary" size="sm" onClick={download}>
          {t(isNext ? 'adminSso.ours.downloadNext' : 'adminSso.ours.download')}
        </Button>
      </div>
    </div>
  )
}
