/** The environment for started programs: without the studio's own variables (`AREAL_TOKEN` is a key). */
export const withoutOwnVariables = (environment: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^AREAL_/i.test(name)))
