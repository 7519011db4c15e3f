KLONDIKE_PRUNINGS: tuple[str, ...]
