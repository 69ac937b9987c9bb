import type { PublicConfig } from '@app/contract/public-config'
import { questionsAndAnswers } from '#features/site/questions-and-answers.ts'
import type { Translator } from '#i18n/messages.ts'

/**
 * Structured data for the landing page, by schema.org: product, maker, and the nine questions. There is no rating, because it would need
 * the number of ratings.
 */
export function structuredData({ t, language }: Translator, config: PublicConfig): string {
  const { siteName, siteUrl, links } = config
  const graph = [
    {
      '@type': 'SoftwareApplication',
      name: siteName,
      url: siteUrl,
      description: t('home.description', { siteName }),
      applicationCategory: 'DeveloperApplication',
      operatingSystem: 'Chromium',
      installUrl: new URL(links.store, siteUrl).href,
      inLanguage: language,
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
    },
    {
      '@type': 'Organization',
      name: siteName,
      url: siteUrl,
      logo: new URL('/icon-512.png', siteUrl).href,
      sameAs: [links.repository, links.videoChannel, links.x, links.linkedin, links.reddit].filter(
        (link) => link !== null,
      ),
    },
    {
      '@type': 'FAQPage',
      mainEntity: questionsAndAnswers(t, siteName).map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })

  // Escapes `<`, so that no value can close the element.
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}
