from tests.store.databases import database, postgres, url

__all__ = ["database", "postgres", "url"]
