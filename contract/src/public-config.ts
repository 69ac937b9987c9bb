import * as z from 'zod/mini'

// z.url() alone accepts `javascript:`, and every one of these becomes a link somebody clicks.
const webAddress = z.url({ protocol: /^https?$/ })

/** Somebody else's page, or one of our own by its path. Two slashes would lead to another host. */
const address = z.union([webAddress, z.string().check(z.regex(/^\/(?!\/)/))])

/** What the server tells every browser: nothing in here is secret. */
export const publicConfig = z.object({
  /** Opens the pages that only those who build the product need. */
  isDevelopment: z.boolean(),
  siteName: z.string().check(z.minLength(1)),
  siteUrl: webAddress,
  apiUrl: webAddress,
  publishableKey: z.string(),
  supportEmail: z.email(),
  links: z.object({
    store: address,
    video: address,
    docs: address,
    /** The extension's own repository: the page where people leave a star. */
    repository: webAddress,
    /** The channel on the video site, apart from the one demonstration above. */
    videoChannel: webAddress,
    // Places that an installation may not have.
    chat: z.nullable(webAddress),
    x: z.nullable(webAddress),
    linkedin: z.nullable(webAddress),
    reddit: z.nullable(webAddress),
  }),
  /** Where the browser calls the code host, and where its pages are. */
  github: z.object({ webUrl: webAddress, apiUrl: webAddress }),
  /** Where projects are built, and repositories are opened for building. */
  builderUrl: webAddress,
  flags: z.object({
    SHOW_UPGRADE_SECTION: z.boolean(),
    SHOW_SIGN_IN: z.boolean(),
  }),
})

export type PublicConfig = z.infer<typeof publicConfig>
