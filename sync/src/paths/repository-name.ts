/** Whether GitHub accepts it as a repository name. */
export const isRepositoryName = (name: string): boolean =>
  /^[A-Za-z0-9._-]{1,100}$/.test(name) && !/^\.{1,2}$|\.git$/i.test(name)
