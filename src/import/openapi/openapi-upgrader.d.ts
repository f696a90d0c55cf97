/** The function of `@scalar/openapi-upgrader` that toolgen uses: the package's own types need another package. */
export declare function upgradeFromTwoToThree(document: object): object;
